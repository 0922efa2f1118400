import { countryCodes } from '@portal/contract/country';
import * as v from 'valibot';
import { OperatorError } from '../../errors/operator-error.ts';
import { type MessagePriceRow, messagePlace } from './message-rating.ts';
import { type PriceFile, priceSchema, readRows } from './price-file.ts';

const orNull = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      schema,
    ],
    (issue) => issue.issues?.map(({ message }) => message).at(-1) ?? 'is wrong',
  );

/** The columns of a file for messages, in any order. */
const rowSchema = v.object({
  country: v.picklist(countryCodes, 'is no country such as de'),
  mcc: orNull(v.pipe(v.string(), v.regex(/^\d{3}$/, 'is no mobile country code such as 262'))),
  mnc: orNull(v.pipe(v.string(), v.regex(/^\d{2,3}$/, 'is no mobile network code such as 01'))),
  operator: orNull(v.pipe(v.string(), v.maxLength(80, 'is longer than 80 characters'))),
  unit_price: priceSchema,
}) satisfies v.GenericSchema<unknown, MessagePriceRow>;

/** Reads a CSV file of prices for messages with a header. Throws OperatorError if it is no such file. */
export function readMessagePriceFile(text: string): PriceFile<MessagePriceRow> {
  const file = readRows(text, rowSchema, (row) => messagePlace(row));
  const halves = file.prices.filter(({ mcc, mnc }) => (mcc === null) !== (mnc === null));
  if (halves.length > 0)
    throw new OperatorError(
      `${halves.map(({ country, mcc, mnc }) => `${country} ${mcc ?? '–'} ${mnc ?? '–'}`).join(', ')}: a network has both mcc and mnc.`,
    );
  return file;
}
