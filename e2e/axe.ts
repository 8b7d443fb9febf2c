import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResult = {
  passes: unknown[]
  violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[]
}

/** Every violation that axe finds in the modal or another part of the page. It has to be at rest: colours are measured. */
export async function listViolations(page: Page, part = '[data-latchkey]'): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  // The page's policy forbids added scripts; this runs in the test runner's own right.
  const result = (await page.evaluate(`(() => {
    ${AXE};
    return window.axe.run(document.querySelector(${JSON.stringify(part)}), { resultTypes: ['violations'] });
  })()`)) as AxeResult
  // An empty part would have no violation either.
  expect(result.passes.length).toBeGreaterThan(5)
  return result.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} ${JSON.stringify(nodes.map((node) => node.target))}`,
  )
}
