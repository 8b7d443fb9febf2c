import type { SocialProvider } from './socialStore.ts'

/** Marks of the usual services: one path each in a box of 20, drawn as strokes in the colour of the text. Our own, simple drawings. */
const MARKS: Readonly<Record<string, string>> = {
  google: 'M15.25 5.9a6.75 6.75 0 1 0 1.5 4.35H10.5',
  x: 'M4.25 4.25l11.5 11.5M15.75 4.25l-11.5 11.5',
  facebook: 'M14 3.25h-1.5a3 3 0 0 0-3 3v10.5M6.25 9.75h6.5',
  apple:
    'M10 6.75c-1-.85-2.2-1.15-3.35-.9-2.1.45-3.15 2.6-2.8 5.2.4 2.85 2 5.7 3.9 5.7.95 0 1.3-.5 2.25-.5s1.3.5 2.25.5c1.6 0 2.95-1.9 3.6-4.1-1.6-.65-2.3-2.1-2.1-3.55.1-1 .75-1.8 1.5-2.25-.75-.8-1.7-1.15-2.65-1-.95.15-1.75.45-2.6.9ZM10 6.5c-.1-1.75 1-3.15 2.75-3.5',
  github:
    'M4.6 8.1V3.75l2.9 1.6a9.5 9.5 0 0 1 5 0l2.9-1.6V8.1a5 5 0 0 1 1.1 3.15c0 3.1-2.6 4.75-6.5 4.75s-6.5-1.65-6.5-4.75A5 5 0 0 1 4.6 8.1ZM7.6 11.4v.6M12.4 11.4v.6',
  discord:
    'M6.4 5.25a11.6 11.6 0 0 1 7.2 0c1.75 2.4 2.75 5.2 2.65 8.5-1.05.9-2.2 1.5-3.5 1.85l-1-1.75a9 9 0 0 1-3.5 0l-1 1.75c-1.3-.35-2.45-.95-3.5-1.85-.1-3.3.9-6.1 2.65-8.5ZM7.9 10.1v.01M12.1 10.1v.01',
  farcaster: 'M3.75 4h12.5M5.25 4v12.25M14.75 4v12.25M8 16.25V11.5a2 2 0 0 1 4 0v4.75M4 16.25h3M13 16.25h3',
}

/** Our drawing of a usual service; undefined for others, and where the operator has a picture of their own. */
export function findSocialMark({ id, icon }: Pick<SocialProvider, 'id' | 'icon'>): string | undefined {
  return icon === null && Object.hasOwn(MARKS, id) ? MARKS[id] : undefined
}
