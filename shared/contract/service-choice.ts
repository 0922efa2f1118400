// The script in the portal's HTML bundles this module, so it imports nothing.

interface Listed {
  type: string;
  status: string;
}

/** The account's service of a type that its pages are about: an open one, otherwise a closed one, which still has its history. */
export function serviceOfType<Service extends Listed>(
  services: readonly Service[],
  type: string,
): Service | undefined {
  const ofType = services.filter((service) => service.type === type);
  return ofType.find(({ status }) => status !== 'closed') ?? ofType[0];
}
