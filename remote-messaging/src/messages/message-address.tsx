import { PhoneNumber } from '@portal/shared/ui';

interface MessageAddressProps {
  /** A phone number, or a sender name of up to eleven letters and digits. */
  address: string;
  copyable?: boolean;
}

/** Who sent or got a message. */
export function MessageAddress({ address, copyable = false }: MessageAddressProps) {
  if (/^\+?\d+$/.test(address)) return <PhoneNumber number={address} copyable={copyable} />;
  return <bdi>{address}</bdi>;
}
