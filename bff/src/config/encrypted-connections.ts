type Given = Readonly<Record<string, string | undefined>>;

/** Lists connections to other machines that are not encrypted, or whose certificate is not verified, without their values. */
export function unencryptedConnections({ SMTP_URL, ...given }: Given): string[] {
  return [
    ...['DATABASE_URL', 'DATABASE_OWNER_URL']
      .filter((name) => !isDatabaseSafe(given[name], given['PGHOST']))
      .map((name) => `${name}: expected sslmode=verify-full for a database on another machine`),
    ...(isMailServerSafe(SMTP_URL)
      ? []
      : [
          'SMTP_URL: expected smtps://, or smtp:// with requireTLS=true, and no other TLS parameter for a mail server ' +
            'on another machine',
        ]),
  ];
}

/** `defaultHost` is the driver's, for an address that names none. */
function isDatabaseSafe(address: string | undefined, defaultHost = ''): boolean {
  if (address === undefined || !URL.canParse(address)) return true;
  const { hostname, searchParams } = new URL(address);
  // The driver lets the last of several equal parameters win, and `host` win over the address.
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname) || defaultHost;
  const isSocket = host.startsWith('/');
  return isSocket || isLocal(host) || searchParams.getAll('sslmode').at(-1) === 'verify-full';
}

function isMailServerSafe(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return true;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLocal(hostname) && !searchParams.has('host')) return true;
  const isWeakened = [...searchParams.keys()].some((name) =>
    /^(?:tls\.|secure$|ignoreTLS$|host$)/i.test(name),
  );
  const isEncrypted = protocol === 'smtps:' || searchParams.getAll('requireTLS').join() === 'true';
  return isEncrypted && !isWeakened;
}

function isLocal(host: string): boolean {
  return ['', 'localhost', '127.0.0.1', '[::1]', '::1'].includes(host);
}
