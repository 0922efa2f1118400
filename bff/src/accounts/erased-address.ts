const domain = '@invalid';

/** The address that replaces that of an erased account. No mail can reach it (RFC 2606), and no form accepts it. */
export function erasedAddress(accountId: string): string {
  return `erased-${accountId}${domain}`;
}

export function isErasedAddress(email: string): boolean {
  return email.endsWith(domain);
}
