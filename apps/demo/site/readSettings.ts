import { type DemoSettings, SETTINGS_ELEMENT } from '../settings.ts'

/** What the server wrote into the page. Throws when the page was opened without its server. */
export function readSettings(): DemoSettings {
  const settings: unknown = JSON.parse(document.getElementById(SETTINGS_ELEMENT)?.textContent ?? 'null')
  if (typeof settings !== 'object' || settings === null) {
    throw new Error('This page has no settings. Start it with npm run demo.')
  }
  return settings as DemoSettings
}
