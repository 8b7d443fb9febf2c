import { expect, test } from 'vitest'
import * as wire from './index.ts'

test('the package exports these names and no others', () => {
  expect(Object.keys(wire).sort()).toMatchInlineSnapshot(`
    [
      "BATCH_LIMIT",
      "FORCE_UPDATE_LIMIT",
      "SDK_TYPE",
      "WIRE_CODES",
      "accountId",
      "address",
      "balanceItem",
      "callJsonRpc",
      "commaList",
      "commonQuery",
      "currency",
      "decimal",
      "defineEndpoint",
      "definePicture",
      "definePost",
      "digits",
      "endpointUrl",
      "evmAddress",
      "getAnalyticsConfig",
      "getAssetImage",
      "getBalance",
      "getCurrencyImage",
      "getIdentity",
      "getSupportedChains",
      "getTokenImage",
      "getWalletImage",
      "getWallets",
      "hex",
      "isWireCode",
      "jsonRpcAnswer",
      "jsonRpcRequest",
      "networkId",
      "optionalText",
      "parseWireError",
      "parseWith",
      "solanaAddress",
      "sturdyList",
      "walletRecord",
      "wholeNumber",
    ]
  `)
})
