/** Writes what a gateway serves as OpenAPI 3.1 into the server's package. Running it again gives the same bytes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stringify } from 'yaml'
import { describeGateway } from '../packages/server/src/openApi/describeGateway.ts'

const folder = resolve(import.meta.dirname, '../packages/server')
const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string }
const text = stringify(describeGateway({ version }), { aliasDuplicateObjects: false, lineWidth: 120 })
writeFileSync(
  `${folder}/openapi.yaml`,
  `# Written by \`npm run openapi\` from the schemas that parse the calls.\n${text}`,
)
