/** The English words about a site's terms and policy, which few sites have. */
export const legalWords = {
  'legal.both': 'By continuing you accept {site}’s {terms} and {privacy}.',
  'legal.onlyTerms': 'By continuing you accept {site}’s {terms}.',
  'legal.onlyPrivacy': 'By continuing you accept {site}’s {privacy}.',
  'legal.terms': 'terms',
  'legal.privacy': 'privacy policy',
  'legal.accept.both': 'I accept the {terms} and the {privacy}',
  'legal.accept.onlyTerms': 'I accept the {terms}',
  'legal.accept.onlyPrivacy': 'I accept the {privacy}',
  'legal.accept.terms': 'terms of service',
  'legal.accept.privacy': 'privacy policy',
  'legal.accept.why': 'Accept the terms to choose a wallet.',
} as const
