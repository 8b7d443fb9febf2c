import { getWalletsOperation } from '@latchkey/wire/directory'
import { serve } from '../route.ts'

/** A page of the wallet directory. Public, and the same for everyone who asks the same. */
export const directory = serve(
  getWalletsOperation,
  { rateClass: 'directory' },
  async ({ input, common }, { services }) => {
    const { count, data } = services.directory.search({ ...input, sv: common.sv })
    return { count, data: data.map((wallet) => ({ description: null, ...wallet })) }
  },
)
