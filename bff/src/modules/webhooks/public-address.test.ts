import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress, mayBePublic } from './public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2002:7f00:1::',
  '2001:0:4136::1',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '100.63.255.255', '172.32.0.1', '192.167.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('no notation of a private IPv4 address passes', () => {
  const privateAddress = fc.oneof(
    fc.integer({ min: 0x0a_00_00_00, max: 0x0a_ff_ff_ff }),
    fc.integer({ min: 0x7f_00_00_00, max: 0x7f_ff_ff_ff }),
    fc.integer({ min: 0xa9_fe_00_00, max: 0xa9_fe_ff_ff }),
    fc.integer({ min: 0xc0_a8_00_00, max: 0xc0_a8_ff_ff }),
  );
  fc.assert(
    fc.property(privateAddress, (number) => {
      const parts = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff);
      const hex = `0x${number.toString(16)}`;
      const octal = parts.map((part) => `0${part.toString(8)}`).join('.');
      for (const host of [String(number), hex, octal, parts.join('.'), `[::ffff:${parts.join('.')}]`])
        expect(mayBePublic(new URL(`https://${host}/`))).toBe(false);
    }),
  );
});

test.each([
  ['https://hooks.example.com/a', true],
  ['https://localhost/', false],
  ['https://localhost./', false],
  ['https://app.localhost/', false],
  ['https://localhost.localdomain/', false],
  ['https://printer.local/', false],
  ['https://metadata.google.internal/', false],
  ['https://database/', false],
  ['https://[2606:4700::1111]/', true],
])('%s may be public: %s', (url, expected) => {
  expect(mayBePublic(new URL(url))).toBe(expected);
});
