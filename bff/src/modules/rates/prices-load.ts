import { currencySchema } from '@portal/contract/money';
import * as v from 'valibot';
import { callersPath, invalidArgument, isDay, runCommand } from '../../errors/operator-command.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { printableJson } from '../../errors/terminal-text.ts';
import { withPortal } from '../../staff/open-portal.ts';
import { readText } from '../../staff/read-text.ts';
import { loadPrices, makeStandard, type StandardList } from './load-prices.ts';
import { readMessagePriceFile } from './message-price-file.ts';
import type { GivenPrices } from './missing-prices.ts';
import { readPriceFile } from './price-file.ts';
import { earliest, findStandardPriceLists, type PriceList } from './rates.repository.ts';
import { describeWider } from './wider-prices.ts';

const usage = `Loads a price list for calls or messages.

  npm run -s prices:load -- --list <id> --currency eur|usd [--kind messages] [--from 2026-12-01] [--title "…"] [--replace] [--end-missing] [--standard]
    [--dry-run] [--json] <file>
  npm run -s prices:load -- --list <id> --standard [--dry-run] [--json]
  npm run -s prices:load -- --standard [--json]

  --list      names the price list, such as standard_eur
  --currency  of the prices
  --kind      calls, the default, or messages: what the list has prices for
  --from      the prices are valid from this moment: a day, which begins at midnight UTC, or a time such as
              2026-12-01T00:00:00+02:00. Without it they are valid for calls of any age
  --title     of a new list; without it, its id
  --replace   replaces other prices of the same list from the same moment. Calls that were charged by them keep their
              prices until "npm run rerate". Messages keep them permanently: docs/runbooks/money.md
  --end-missing
              prices of the version before, or of the replaced one, that the file lacks end, also those in whose place no
              other one is valid: calls there then cost nothing, and messages there are refused
  --standard  makes the list the standard one of its currency and kind, also without a file: new services get it, and
              services without a list; the others keep theirs. Without a list, it shows which lists are standard
  --dry-run   shows what would change and changes nothing
  --json      prints JSON

A file for calls is CSV with the columns prefix, country, destination, number_type, rate_initial_interval, rate_initial,
rate_next_interval, rate_next and fee: rates are per minute, intervals in seconds, the fee is for each answered call. A file for
messages has the columns country, mcc, mnc, operator and unit_price, the price of a segment: a line with MCC and MNC is for that
network, one with an operator alone for all of its networks, one with neither for the rest of the country. Every faulty line is
listed, and a file with one is refused, also with a last line without a line end, because the file may have been cut in it.
Loading a file again changes nothing. What the file lacks and has a wider price from then on, of a shorter prefix or of the country, is
named if it costs something else. The first list of a currency and kind is the standard one until --standard names another; the
command says which one it is. Exit codes: 0 when it is done, 1 when the file or list is refused, 2 for invalid arguments.`;

const options = {
  list: { type: 'string', default: '' },
  currency: { type: 'string', default: '' },
  kind: { type: 'string', default: 'calls' },
  from: { type: 'string' },
  title: { type: 'string' },
  replace: { type: 'boolean', default: false },
  'end-missing': { type: 'boolean', default: false },
  standard: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const listedFaults = 200;

await runCommand(usage, options, async ([given, ...more], values) => {
  const { list: listId, title = listId, replace: isReplacing, 'dry-run': isDryRun, json } = values;
  if (given === undefined && values.standard) return chooseStandard(values);
  if (given === undefined || more.length > 0) throw invalidArgument(`Name one file.\n\n${usage}`);
  refuseNoName(listId);
  const currency = v.safeParse(currencySchema, values.currency);
  if (!currency.success) throw invalidArgument('--currency is neither eur nor usd.');
  if (values.kind !== 'calls' && values.kind !== 'messages')
    throw invalidArgument('--kind is neither calls nor messages.');
  const validFrom = momentOf(values.from);
  const file = callersPath(given);
  const text = await readText(file);
  const { given: read, faults } = readPrices(values.kind, text);
  if (faults.length > 0) {
    const others = faults.length > listedFaults ? [`… and ${faults.length - listedFaults} more`] : [];
    throw new OperatorError([...faults.slice(0, listedFaults), ...others, 'Nothing was loaded.'].join('\n'));
  }
  const version = {
    listId,
    title,
    currency: currency.output,
    validFrom,
    isReplacing,
    isEnding: values['end-missing'],
    isStandard: values.standard,
  };
  const loaded = await withPortal(({ database }) => loadPrices(database, version, read, { isDryRun }));
  const { added, changed, removed, ended, wider } = loaded;
  const ends = ended > 0 ? ` ${ended} prices end without another one in their place.` : '';
  console.log(
    json
      ? printableJson({
          list: listId,
          valid_from: validFrom,
          dry_run: isDryRun,
          read: read.prices.length,
          ...loaded,
        })
      : `${isDryRun ? 'Dry run, nothing was changed: ' : ''}${read.prices.length} prices read for ${listId} from ${validFrom}: ${added} added, ${changed} changed, ${removed} removed.${ends}${describeWider(read.kind, wider)} ${describe(loaded)}`,
  );
});

type Values = { [Name in keyof typeof options]?: string | boolean | undefined };

/** Makes a list that is loaded the standard one, or shows the standard lists. */
async function chooseStandard(values: Values): Promise<void> {
  const { list: listId, 'dry-run': isDryRun, json } = values;
  const ofFile = (['currency', 'from', 'title', 'replace', 'end-missing'] as const).find(
    (name) => values[name],
  );
  if (ofFile !== undefined) throw invalidArgument(`--${ofFile} needs a file.`);
  if (!listId) {
    const lists = await withPortal(({ database }) => findStandardPriceLists(database.system));
    console.log(
      json ? printableJson(lists) : lists.map(describeList).join('\n') || 'There are no price lists.',
    );
    return;
  }
  refuseNoName(String(listId));
  const chosen = await withPortal(({ database }) =>
    makeStandard(database, String(listId), { isDryRun: isDryRun === true }),
  );
  const note = isDryRun ? 'Dry run, nothing was changed: ' : '';
  console.log(
    json ? printableJson({ list: listId, dry_run: isDryRun, ...chosen }) : `${note}${describe(chosen)}`,
  );
}

function describeList({ price_list_id, currency, kind }: Required<PriceList>): string {
  return `The standard list for ${kind} in ${currency.toUpperCase()} is ${price_list_id}.`;
}

function describe({ kind, currency, standard, standard_before: before, services }: StandardList): string {
  const list = describeList({ price_list_id: standard, currency, kind, title: standard });
  const change =
    before === null || before === standard
      ? ''
      : ` Before, it was ${before}; services that have a list keep it.`;
  return `${list}${change} ${services} services had no list and have it now.`;
}

function refuseNoName(listId: string): void {
  if (!/^[a-z0-9_-]{1,60}$/.test(listId)) throw invalidArgument('--list is no name such as standard_eur.');
}

function readPrices(kind: GivenPrices['kind'], text: string): { given: GivenPrices; faults: string[] } {
  if (kind === 'calls') {
    const { prices, faults } = readPriceFile(text);
    return { given: { kind, prices }, faults };
  }
  const { prices, faults } = readMessagePriceFile(text);
  return { given: { kind, prices }, faults };
}

function momentOf(given: string | undefined): string {
  if (given === undefined) return earliest;
  // JavaScript reads 31 November as 1 December, and 24:00 as the next day.
  const isMoment =
    isDay(given.slice(0, 10)) && /^.{10}(T(?!24)\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2}))?$/.test(given);
  const ms = isMoment ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(ms))
    throw invalidArgument('--from is no day such as 2026-12-01, nor a time with its offset.');
  return new Date(ms).toISOString();
}
