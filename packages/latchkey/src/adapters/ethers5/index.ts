export { type Ethers5Library, ethers5 } from './ethers5.ts'
export { getEthers5Provider } from './getEthers5Provider.ts'
export { getEthers5Signer } from './getEthers5Signer.ts'
