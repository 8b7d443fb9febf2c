export { type EthersLibrary, ethers } from './ethers.ts'
export { getEthersProvider } from './getEthersProvider.ts'
export { getEthersSigner } from './getEthersSigner.ts'
