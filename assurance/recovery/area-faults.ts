import { type Fault, slow, syntaxError, transportFaults } from '@portal/testbed/proxy/faults';

export interface AreaFault {
  name: string;
  /** A fault of transport, and the files of the area's release that it hits. */
  transport?: { fault: Fault; hits: (path: string) => boolean };
  /** Value of the cookie that makes the area's page throw. */
  arming?: string;
  /** The browser's error; without it, the proxy counts the requests that the fault has hit. */
  error?: RegExp;
  /** Whether the files arrive in the end, after the area has recovered. */
  isLate?: true;
}

const anyFile = () => true;
const isScript = (path: string) => /\.js(?:\?|$)/.test(path);

/** The faults. Those that take long come first. */
export const areaFaults: readonly AreaFault[] = [
  { name: 'slow, 30 s', transport: { fault: slow(30_000), hits: anyFile }, isLate: true },
  { name: 'hang', transport: { fault: transportFaults.hang, hits: anyFile } },
  { name: '404', transport: { fault: transportFaults['404'], hits: anyFile } },
  { name: '500', transport: { fault: transportFaults['500'], hits: anyFile } },
  { name: 'connection reset', transport: { fault: transportFaults.reset, hits: anyFile } },
  { name: 'HTML instead of scripts', transport: { fault: transportFaults['HTML 200'], hits: isScript } },
  { name: 'syntax error', transport: { fault: syntaxError, hits: isScript }, error: /SyntaxError/ },
  { name: 'throws in render', arming: 'page-render', error: /armed: in render/ },
];
