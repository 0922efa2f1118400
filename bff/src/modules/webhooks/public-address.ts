import { BlockList, isIP } from 'node:net';

/** IPv4 networks that no public server is in: IANA's registry of special-purpose addresses, multicast and reserved ones. */
const specialNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's host agent, in every network there.
  '168.63.129.16/32',
];

/** Of the global IPv6 addresses: those that contain an IPv4 address, of documentation, and of protocols. */
const specialGlobalNetworks = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf([...specialNetworks, ...specialGlobalNetworks]);
/** What is allocated for the global internet. Loopback, local, mapped and translated addresses are outside of it. */
const global = listOf(['2000::/3']);

/** Whether an IP address is one of the public internet. False for texts that are none. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether the host of an address may be public: a name of several parts, or a public IP address. */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostOf({ hostname });
  if (isIP(host) !== 0) return isPublicAddress(host);
  return (
    /[^.]\.[^.]/.test(host) && !/(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)\.?$/.test(host)
  );
}

/** The host of an address as sockets take it: an IPv6 address without brackets. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
