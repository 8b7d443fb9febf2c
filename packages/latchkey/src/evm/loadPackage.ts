import { LatchkeyError } from '../core/errors/LatchkeyError.ts'

/**
 * Loads an optional package, by the site's own `import()` where it hands one in. Rejects with `PACKAGE_MISSING` and the
 * package's name. The name stands in a variable so that no bundler looks for a package that most sites do not have.
 */
export async function loadPackage<Package>(
  name: string,
  load?: (() => Promise<unknown>) | undefined,
): Promise<Package> {
  try {
    return (await (load ? load() : import(/* @vite-ignore */ /* webpackIgnore: true */ name))) as Package
  } catch (cause) {
    const text = `The package ${name} could not be loaded: install it and hand it in as load: () => import('${name}').`
    throw new LatchkeyError('PACKAGE_MISSING', text, { facts: { package: name }, cause })
  }
}
