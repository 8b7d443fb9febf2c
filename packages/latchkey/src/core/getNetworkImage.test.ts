import { endpointUrl, getAssetImage } from '@latchkey/wire'
import { expect, it } from 'vitest'
import { mainnet } from '../networks/index.ts'
import { getNetworkImage } from './getNetworkImage.ts'

it('shows the picture that the site gave before any other', () => {
  const network = { ...mainnet, assets: { imageUrl: 'https://shop.example/ether.svg' } }
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example' }, network)).toBe('https://shop.example/ether.svg')
})

it('asks the gateway by CAIP-2 id where the site gave no picture', () => {
  const expected = 'https://gateway.example/public/getAssetImage/eip155%3A1'
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example/' }, mainnet)).toBe(expected)
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example' }, mainnet)).toBe(expected)
})

it('has no picture without a gateway, and none for a network that is not known', () => {
  expect(getNetworkImage({ gatewayUrl: undefined }, mainnet)).toBeUndefined()
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example' }, undefined)).toBeUndefined()
})

it('asks at the address that the gateway’s endpoint has', () => {
  const gatewayUrl = 'https://gateway.example/below'
  const common = { st: 'latchkey', sv: 'test' }
  const endpoint = endpointUrl(getAssetImage, { gatewayUrl, input: { imageId: mainnet.caipNetworkId }, common })
  expect(getNetworkImage({ gatewayUrl }, mainnet)).toBe(endpoint.split('?')[0])
})
