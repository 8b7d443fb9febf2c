/** A family of chains that this wallet has keys for, and what it can do there. */
export type Family = {
  readonly name: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What this wallet can do, by CAIP-2 namespace. A method that is not here is neither granted nor answered. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  eip155: {
    name: 'Ethereum',
    methods: [
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_accounts',
      'eth_requestAccounts',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: {
    name: 'Solana',
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  bip122: {
    name: 'Bitcoin',
    methods: ['signMessage', 'signPsbt', 'getAccountAddresses', 'sendTransfer'],
    events: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
  },
}

/** What a method does, for the one who is asked to allow it, in the order in which it is told. */
const METHOD_WORDS: Readonly<Record<string, string>> = {
  eth_accounts: 'see your addresses',
  eth_requestAccounts: 'see your addresses',
  eth_chainId: 'see your network',
  wallet_getCapabilities: 'see what this wallet can do',
  personal_sign: 'ask you to sign messages',
  eth_signTypedData: 'ask you to sign typed data',
  eth_signTypedData_v4: 'ask you to sign typed data',
  eth_sendTransaction: 'ask you to send transactions',
  wallet_sendCalls: 'ask you to send several transactions',
  wallet_getCallsStatus: 'see what became of them',
  wallet_switchEthereumChain: 'ask you to change network',
  wallet_addEthereumChain: 'ask you to add a network',
  solana_getAccounts: 'see your addresses',
  solana_requestAccounts: 'see your addresses',
  solana_signMessage: 'ask you to sign messages',
  solana_signTransaction: 'ask you to sign transactions',
  solana_signAllTransactions: 'ask you to sign transactions',
  solana_signAndSendTransaction: 'ask you to send transactions',
  getAccountAddresses: 'see your addresses',
  signMessage: 'ask you to sign messages',
  signPsbt: 'ask you to sign transactions',
  sendTransfer: 'ask you to send bitcoin',
}

/** What a list of methods comes to, in words, each once. Methods without words are named as they are. */
export function describeMethods(methods: readonly string[]): readonly string[] {
  const known = Object.entries(METHOD_WORDS).filter(([method]) => methods.includes(method))
  const unknown = methods.filter((method) => METHOD_WORDS[method] === undefined)
  return [...new Set([...known.map(([, words]) => words), ...unknown.map((method) => `call ${method}`)])]
}

/** The namespace of a CAIP-2 chain or of a namespace key. */
export function familyOf(key: string): string {
  return key.split(':', 1)[0] ?? ''
}
