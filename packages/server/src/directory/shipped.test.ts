import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { walletRecord } from '@latchkey/wire'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SNAPSHOT } from '../../../latchkey/src/core/features/directory/snapshot.ts'
import * as networks from '../../../latchkey/src/networks/index.ts'
import { checkAppLink, checkStoreLink, checkWebLink } from './checkLink.ts'
import { cleanText } from './cleanText.ts'
import { loadDirectory, type PictureIndex } from './loadDirectory.ts'
import { sniffContentType } from './picture.ts'

const folder = join(import.meta.dirname, '../../data')
const { records, images } = loadDirectory()
const index: PictureIndex = JSON.parse(readFileSync(join(folder, 'images.json'), 'utf8'))

test('more than 500 wallets, most with a picture, and no two share an id, an rdns or a picture', () => {
  expect(records.length).toBeGreaterThan(500)
  expect(images.wallets.size).toBeGreaterThan(500)
  for (const { image_id: id } of records.slice(0, 30)) expect(id).not.toBeNull()
  for (const field of ['id', 'rdns', 'image_id'] as const) {
    const given = records.flatMap((record) => record[field] ?? [])
    expect(new Set(given).size, field).toBe(given.length)
  }
  for (const { id } of records) expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(records.map(({ order }) => order)).toEqual(records.map((_, position) => (position + 1) * 10))
})

test('the wire accepts every record as it is', () => {
  expect(v.parse(v.array(walletRecord), records)).toMatchObject(records)
})

test('SEC-83: every name is normalised already', () => {
  for (const { name } of records) {
    expect(cleanText(name)).toBe(name)
    expect(name).not.toBe('')
  }
})

test('SEC-86: every link of every record passes the rules for its kind', () => {
  for (const record of records) {
    if (record.homepage) expect(checkWebLink(record.homepage)).toBe(record.homepage)
    for (const field of ['mobile_link', 'link_mode', 'desktop_link', 'webapp_link'] as const) {
      const link = record[field]
      if (link) expect([record.name, field, checkAppLink(link)]).toEqual([record.name, field, link])
    }
    for (const field of ['link_mode', 'webapp_link'] as const) expect(record[field] ?? 'https:').toMatch(/^https:/)
    for (const field of ['app_store', 'play_store', 'chrome_store', 'firefox_store'] as const) {
      const link = record[field]
      if (link) expect([record.name, field, checkStoreLink(field, link)]).toEqual([record.name, field, link])
    }
  }
})

test('every picture is there, is what its name says, and no file is nobody’s', () => {
  const used = new Set([index.wallets, index.assets, index.tokens].flatMap((files) => Object.values(files)))
  const found = readdirSync(join(folder, 'images'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'images').length + 1))
  expect([...found].sort()).toEqual([...used].sort())
  expect(Object.keys(index.wallets).sort()).toEqual(records.flatMap(({ image_id: id }) => id ?? []).sort())
  for (const pictures of [images.wallets, images.assets, images.tokens]) {
    for (const { bytes, contentType } of pictures.values()) {
      expect(sniffContentType(bytes)).toBe(contentType)
      expect(bytes.length).toBeLessThanOrEqual(64 * 1024)
    }
  }
})

test('SEC-111: no SVG runs, loads or links to anything', () => {
  for (const { bytes, contentType } of [
    ...images.wallets.values(),
    ...images.assets.values(),
    ...images.tokens.values(),
  ]) {
    if (contentType !== 'image/svg+xml') continue
    const svg = new TextDecoder().decode(bytes)
    expect(svg).not.toMatch(/<script|<foreignObject|<iframe|<!ENTITY|<style|\son\w+=|javascript:/i)
    for (const [, target] of svg.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(target).toMatch(/^(#|data:image\/png;base64,)/)
    for (const [, target] of svg.matchAll(/url\(([^)]*)\)/g)) expect(target).toMatch(/^#/)
  }
})

test('every built-in network has an icon', () => {
  const builtIn = Object.values(networks).filter((value) => typeof value === 'object')
  expect(builtIn.length).toBeGreaterThan(20)
  for (const { caipNetworkId } of builtIn) expect([...images.assets.keys()]).toContain(caipNetworkId)
})

test('the sources are named with their licences', () => {
  const sources = readFileSync(join(folder, 'SOURCES.md'), 'utf8')
  for (const words of ['thirdweb@', '@rainbow-me/rainbowkit@', '@web3icons/core@', 'trademarks'])
    expect(sources).toContain(words)
  expect(readFileSync(join(folder, 'licences/thirdweb.txt'), 'utf8')).toContain('Apache License')
  expect(readFileSync(join(folder, 'licences/rainbowkit.txt'), 'utf8')).toContain('MIT License')
})

test('the snapshot of the SDK is the head of this list and stays under 6 kB of gzip', () => {
  expect(SNAPSHOT.map(({ id }) => id)).toEqual(records.slice(0, SNAPSHOT.length).map(({ id }) => id))
  expect(SNAPSHOT.length).toBeGreaterThanOrEqual(20)
  for (const [position, entry] of SNAPSHOT.entries()) expect(records[position]).toMatchObject(entry)
  expect(gzipSync(JSON.stringify(SNAPSHOT)).length).toBeLessThan(6 * 1024)
})
