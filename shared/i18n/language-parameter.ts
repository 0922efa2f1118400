/**
 * Name of the query parameter and of the cookie that carry the language. The parameter counts once, when the portal
 * starts; from then on the cookie carries the choice, so whoever rewrites an address leaves the parameter out.
 */
export const languageParameter = 'language';
