import { endpointUrl, getAssetImage, SDK_TYPE } from '@latchkey/wire'
import { expect, it } from 'vitest'
import { mainnet } from '../../networks/index.ts'
import { SDK_VERSION } from '../services/sdkVersion.ts'
import { getNetworkImage } from './getNetworkImage.ts'

it('shows the picture that the site gave before any other', () => {
  const network = { ...mainnet, assets: { imageUrl: 'https://shop.example/ether.svg' } }
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example', projectId: 'shop' }, network)).toBe(
    'https://shop.example/ether.svg',
  )
})

it('asks the gateway by CAIP-2 id where the site gave no picture', () => {
  const expected = `https://gateway.example/public/getAssetImage/eip155%3A1?projectId=shop&st=latchkey&sv=${SDK_VERSION}`
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example/', projectId: 'shop' }, mainnet)).toBe(expected)
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example', projectId: 'shop' }, mainnet)).toBe(expected)
})

it('has no picture without a gateway, and none for a network that is not known', () => {
  expect(getNetworkImage({ gatewayUrl: undefined, projectId: 'shop' }, mainnet)).toBeUndefined()
  expect(getNetworkImage({ gatewayUrl: 'https://gateway.example', projectId: 'shop' }, undefined)).toBeUndefined()
})

it('asks at the address that the gateway’s endpoint has', () => {
  const gatewayUrl = 'https://gateway.example/below'
  const common = { st: SDK_TYPE, sv: SDK_VERSION }
  const endpoint = endpointUrl(getAssetImage, { gatewayUrl, input: { imageId: mainnet.caipNetworkId }, common })
  expect(getNetworkImage({ gatewayUrl, projectId: undefined }, mainnet)).toBe(endpoint)
})
