import { endpoints } from '@portal/contract/endpoints';
import { type CallRate, type MessageRate, mostListedRates } from '@portal/contract/rates';
import type { FastifyInstance } from 'fastify';
import { sendHeaders } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { inRenderer } from '../documents/render-document.ts';
import { downloadInPortions } from '../exports/download-in-portions.ts';
import { exportTypes } from '../exports/render-export.ts';
import { portionRows } from '../exports/written-portions.ts';
import { requireService } from '../services/services.service.ts';
import { dayIn, vatToday } from '../vat/vat.ts';
import { callRates, messageRates, readNumber } from './current-rates.ts';
import { type PriceFile, type PricePortion, priceRows } from './price-file.ts';

const writer = { module: new URL('price-file.ts', import.meta.url), name: 'writePrices' };

/** What calls and messages cost now. */
export async function rateCheckRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const listCallRates = async ({ tx, account, params, query }: ExchangeOf<'listCallRates'>) => {
    const service = await requireService(tx, account, params, 'voicing');
    const number = readNumber(query.number, account);
    const rates = await callRates(tx, service, { ...query, number });
    return {
      ...listed<CallRate>(rates),
      number,
      currency: service.currency,
      vat: vatToday(account, context.config),
    };
  };
  route(app, context, endpoints.listCallRates, listCallRates, { capacity: 'reports' });

  const listMessageRates = async ({ tx, account, params, query }: ExchangeOf<'listMessageRates'>) => {
    const service = await requireService(tx, account, params, 'messaging');
    const number = readNumber(query.number, account);
    const rates = await messageRates(tx, service, { ...query, number });
    return {
      ...listed<MessageRate>(rates),
      number,
      currency: service.currency,
      vat: vatToday(account, context.config),
    };
  };
  route(app, context, endpoints.listMessageRates, listMessageRates, { capacity: 'reports' });

  const exportRates = async ({ tx, request, reply, account, params }: ExchangeOf<'exportRates'>) => {
    const service = await requireService(tx, account, params);
    const { language, timezone } = account;
    // `prices_svc_vo_8KQ2_2026-11-24.csv`
    const name = `prices_${service.service_id}_${dayIn(timezone)}.csv`;
    // Without reading the prices.
    if (request.method === 'HEAD') return sendHeaders(reply, { name, mediaType: exportTypes.csv });
    const kind = service.type === 'voicing' ? 'calls' : 'messages';
    const file: PriceFile = { kind, currency: service.currency, language, timezone };
    const rows = priceRows(service);
    const first = await rows.read(tx, portionRows);
    const write = (portion: string, hasHeadings: boolean) =>
      inRenderer<PricePortion, Uint8Array>(writer, { file, rows: portion, hasHeadings });
    return downloadInPortions(context, { reply, account }, { name, rows, first, write });
  };
  route(app, context, endpoints.exportRates, exportRates, { capacity: 'reports' });
}

/** One more than is listed shows that there are further ones. */
function listed<Rate>(rates: readonly Rate[]): { items: Rate[]; has_more: boolean } {
  return { items: rates.slice(0, mostListedRates), has_more: rates.length > mostListedRates };
}
