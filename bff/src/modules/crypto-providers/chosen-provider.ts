import type { AppContext } from '../../app/context.ts';
import { btcpayProvider } from './btcpay.ts';
import type { CryptoProvider } from './crypto-provider.ts';
import { sandboxProvider } from './sandbox.ts';

/** The provider that the settings choose; null when crypto is off. */
export function chosenProvider({
  config,
  database,
}: Pick<AppContext, 'config' | 'database'>): CryptoProvider | null {
  if (config.CRYPTO === 'none') return null;
  return config.CRYPTO === 'btcpay' ? btcpayProvider(config) : sandboxProvider(config, database);
}
