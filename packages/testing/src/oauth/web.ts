/** What the small servers of other services have in common. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request, read. */
export type Asked = {
  readonly url: URL
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly form: URLSearchParams
}

/** Reads a request with its form. */
export async function readAsked(request: IncomingMessage, base: string): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    url: new URL(request.url ?? '/', base),
    method: request.method ?? 'GET',
    headers: request.headers,
    form: new URLSearchParams(Buffer.concat(chunks).toString()),
  }
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

export function redirect(response: ServerResponse, to: string): void {
  response.writeHead(303, { location: to })
  response.end()
}

export function answerHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(html)
}

/** Where a person says who they are, or gives up. It posts `login` and `do` to its own address. */
export function loginPage(service: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${service}</title><main><h1>${service}</h1><form method="post"><p><label>Name <input name="login" autocomplete="off" required></label></p><p><button name="do" value="login">Sign in</button> <button name="do" value="cancel" formnovalidate>Cancel</button></p></form></main></html>`
}
