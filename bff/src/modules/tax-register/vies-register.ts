import { euCountryCodes } from '@portal/contract/tax-number';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import type { TaxRegister, TaxVerdict } from './tax-register.ts';

/** Member states take up to 15 seconds. */
const limitMilliseconds = 20_000;

// The response repeats the number; a response about another number is ignored.
const verdictSchema = v.object({
  valid: v.boolean(),
  countryCode: v.optional(v.string()),
  vatNumber: v.optional(v.string()),
  requestIdentifier: v.nullish(v.string()),
  userError: v.nullish(v.string()),
});
const refusalSchema = v.object({
  errorWrappers: v.pipe(v.array(v.object({ error: v.string() })), v.minLength(1)),
});

type Settings = Pick<Config, 'VIES_URL' | 'PROVIDER_TAX_NUMBER'>;

/**
 * Checks numbers with the REST interface of the European Commission's VIES, which forwards requests to the member
 * states. With the provider's own number each response has a consultation number, the evidence for invoices without
 * VAT. https://ec.europa.eu/taxation_customs/vies/#/technical-information
 */
export function viesRegister({ VIES_URL, PROVIDER_TAX_NUMBER }: Settings): TaxRegister {
  const requester = isEuropean(PROVIDER_TAX_NUMBER) ? split(PROVIDER_TAX_NUMBER) : null;
  return {
    name: 'VIES',
    check: async (taxNumber) => {
      const asked = split(taxNumber);
      const question = {
        ...asked,
        ...(requester && {
          requesterMemberStateCode: requester.countryCode,
          requesterNumber: requester.vatNumber,
        }),
      };
      try {
        const response = await fetch(VIES_URL, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(question),
          redirect: 'error',
          signal: AbortSignal.timeout(limitMilliseconds),
        });
        const body: unknown = await response.json().catch(() => null);
        return verdictOf(body, asked) ?? unavailable(`HTTP ${response.status}`);
      } catch (error) {
        return unavailable(error instanceof Error ? error.name : 'unknown');
      }
    },
  };
}

interface Asked {
  countryCode: string;
  vatNumber: string;
}

/** Converts the response. Returns undefined if it is not a response of the register. */
function verdictOf(body: unknown, asked: Asked): TaxVerdict | undefined {
  const refusal = v.safeParse(refusalSchema, body);
  if (refusal.success) return refusedWith(refusal.output.errorWrappers[0]?.error ?? '');
  const verdict = v.safeParse(verdictSchema, body);
  if (!verdict.success) return undefined;
  const { valid, countryCode, vatNumber, requestIdentifier, userError } = verdict.output;
  if ((countryCode ?? asked.countryCode) !== asked.countryCode) return undefined;
  if ((vatNumber ?? asked.vatNumber) !== asked.vatNumber) return undefined;
  // Some errors of a member state arrive as "not valid" together with the reason.
  if (!valid && userError && userError !== 'INVALID' && userError !== 'VALID') return refusedWith(userError);
  return { outcome: valid ? 'valid' : 'invalid', consultationNumber: requestIdentifier || null };
}

/** Malformed numbers are invalid; every other error is the register's or the portal's fault. */
function refusedWith(code: string): TaxVerdict {
  if (code === 'INVALID_INPUT') return { outcome: 'invalid', consultationNumber: null };
  return unavailable(code.slice(0, 60));
}

function unavailable(reason: string): TaxVerdict {
  return { outcome: 'unavailable', reason };
}

/** Splits a tax number into country code and number, without the hyphens that customers may write. */
function split(taxNumber: string): Asked {
  return { countryCode: taxNumber.slice(0, 2), vatNumber: taxNumber.slice(2).replaceAll('-', '') };
}

function isEuropean(taxNumber: string): boolean {
  return euCountryCodes.some((code) => taxNumber.startsWith(code.toUpperCase()));
}
