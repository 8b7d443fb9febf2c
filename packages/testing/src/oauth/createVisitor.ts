/** What a person sees after they were led on. */
export type VisitedPage = {
  readonly url: URL
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** A person with a browser that runs no script: it follows redirects, keeps cookies and sends forms. */
export type Visitor = {
  /** Opens an address. `referer`: the page that led there. */
  open(
    url: string,
    from?: { readonly referer?: string | undefined; readonly site?: string | undefined },
  ): Promise<VisitedPage>
  /** Sends the form of a page, with what was typed. */
  send(page: VisitedPage, fields: Readonly<Record<string, string>>): Promise<VisitedPage>
  /** Follows the link of a page, as a press does. */
  press(page: VisitedPage): Promise<VisitedPage>
}

/** Most redirects in a row. */
const MOST = 12

/** Makes one. `ask` reaches servers; those that are not on the network too. */
export function createVisitor(parameters: {
  ask: (url: string, init: RequestInit) => Promise<Response>
  userAgent?: string | undefined
}): Visitor {
  const { ask, userAgent } = parameters
  const cookies = new Map<string, Map<string, string>>()

  async function walk(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<VisitedPage> {
    let at = new URL(url)
    let next = init
    for (let step = 0; step < MOST; step++) {
      const jar = cookies.get(at.origin) ?? new Map<string, string>()
      cookies.set(at.origin, jar)
      const answer = await ask(at.href, {
        ...next,
        redirect: 'manual',
        headers: {
          ...next.headers,
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
          ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      const location = answer.headers.get('location')
      if (answer.status < 300 || answer.status >= 400 || location === null) {
        return { url: at, status: answer.status, text: await answer.text(), headers: answer.headers }
      }
      at = new URL(location, at)
      next = { method: 'GET', headers: {} }
    }
    throw new Error(`led in a circle at ${at.origin}${at.pathname}`)
  }

  return {
    open: (url, { referer, site } = {}) =>
      walk(url, {
        method: 'GET',
        headers: { ...(referer !== undefined && { referer }), ...(site !== undefined && { 'sec-fetch-site': site }) },
      }),
    send(page, fields) {
      const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(page.text) ?? []
      const hidden = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
      const body = new URLSearchParams(
        [...hidden].map(([, name = '', value = '']) => [readEntities(name), readEntities(value)]),
      )
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return walk(new URL(readEntities(action), page.url).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: page.url.origin },
        body: body.toString(),
      })
    },
    press(page) {
      const [, href] = /<a [^>]*href="([^"]*)"/.exec(page.text) ?? []
      if (href === undefined) throw new Error('the page has no link')
      const url = new URL(readEntities(href), page.url)
      return walk(url.href, {
        method: 'GET',
        headers: {
          referer: page.url.href,
          'sec-fetch-site': url.origin === page.url.origin ? 'same-origin' : 'cross-site',
        },
      })
    },
  }
}

function readEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
}
