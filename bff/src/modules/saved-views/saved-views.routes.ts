import { endpoints } from '@portal/contract/endpoints';
import { mostSavedViews, type SavedViewRequest, viewQuerySchemas } from '@portal/contract/saved-views';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import {
  deleteView,
  findHistoryColumns,
  findViews,
  insertView,
  isNameTaken,
  lockViews,
  storeHistoryColumns,
  updateView,
} from './saved-views.repository.ts';

const options = { limit: () => ({ name: 'saved-views', windowSeconds: 3600, max: 300 }) };

/** The saved views and the chosen columns of the histories. */
export async function savedViewsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listSavedViews, async ({ tx, account: { account_id } }) => ({
    views: await findViews(tx, account_id),
    columns: await findHistoryColumns(tx, account_id),
  }));

  const create = async ({ tx, account: { account_id }, body }: ExchangeOf<'createSavedView'>) => {
    const content = contentOf(body);
    await lockViews(tx, account_id);
    if (await isNameTaken(tx, account_id, content)) throw nameTaken();
    const view = await insertView(tx, account_id, content);
    if (view === undefined) throw new HttpError('too_many_views', { params: { max: mostSavedViews } });
    return { view };
  };
  route(app, context, endpoints.createSavedView, create, options);

  const update = async ({ tx, account: { account_id }, params, body }: ExchangeOf<'updateSavedView'>) => {
    const content = contentOf(body);
    await lockViews(tx, account_id);
    if (await isNameTaken(tx, account_id, content, params.view_id)) throw nameTaken();
    const view = await updateView(tx, account_id, params.view_id, content);
    if (view === undefined) throw new HttpError('not_found');
    return { view };
  };
  route(app, context, endpoints.updateSavedView, update, options);

  route(app, context, endpoints.deleteSavedView, async ({ tx, account, params: { view_id } }) => {
    if (!(await deleteView(tx, account.account_id, view_id))) throw new HttpError('not_found');
    return { view_id };
  });

  const storeColumns = async ({ tx, account, body }: ExchangeOf<'updateHistoryColumns'>) => {
    await storeHistoryColumns(tx, account.account_id, body);
    return { columns: body.columns };
  };
  route(app, context, endpoints.updateHistoryColumns, storeColumns, options);
}

function nameTaken(): HttpError {
  return validationFailed({ field: 'name', code: 'view_name_taken' });
}

const dates = ['start_date', 'end_date', 'start_time', 'end_time'];

/** A view with the parameters as the history writes them into its address. */
function contentOf({ query, ...view }: SavedViewRequest) {
  const parsed = v.parse(viewQuerySchemas[view.kind], query);
  const given = Object.entries<unknown>(parsed).filter(
    // A period that moves on with the days replaces dates.
    ([name, value]) => value !== undefined && !(parsed.period !== undefined && dates.includes(name)),
  );
  return { ...view, query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}
