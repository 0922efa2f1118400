import { endpoints } from '@portal/contract/endpoints';
import { type CallRate, type MessageRate, mostListedRates } from '@portal/contract/rates';
import type { FastifyInstance } from 'fastify';
import { sendDocument } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { inRenderer } from '../documents/render-document.ts';
import { exportTypes } from '../exports/render-export.ts';
import { requireService } from '../services/services.service.ts';
import { dayIn, vatToday } from '../vat/vat.ts';
import { callRates, messageRates, readNumber } from './current-rates.ts';
import { findPricesOf, type PriceFile } from './price-file.ts';

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

  const exportRates = async ({ tx, reply, account, params }: ExchangeOf<'exportRates'>) => {
    const service = await requireService(tx, account, params);
    const { language, timezone } = account;
    const prices = await findPricesOf(tx, service);
    const file: PriceFile = { prices, currency: service.currency, language, timezone };
    return sendDocument(
      context,
      { reply, account },
      {
        // `prices_svc_vo_8KQ2_2026-11-24.csv`
        name: `prices_${service.service_id}_${dayIn(timezone)}.csv`,
        mediaType: exportTypes.csv,
        content: () =>
          inRenderer({ module: new URL('price-file.ts', import.meta.url), name: 'writePriceFile' }, file),
      },
    );
  };
  route(app, context, endpoints.exportRates, exportRates, { capacity: 'reports' });
}

/** One more than is listed shows that there are further ones. */
function listed<Rate>(rates: readonly Rate[]): { items: Rate[]; has_more: boolean } {
  return { items: rates.slice(0, mostListedRates), has_more: rates.length > mostListedRates };
}
