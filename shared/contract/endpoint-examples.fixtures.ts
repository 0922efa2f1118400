import { accountExamples } from './account.fixtures.ts';
import { activityExamples } from './activity.fixtures.ts';
import { backgroundExportsExamples } from './background-exports.fixtures.ts';
import type { EndpointExamples } from './endpoint.fixtures.ts';
import { exportSchedulesExamples } from './export-schedules.fixtures.ts';
import { exportsExamples } from './exports.fixtures.ts';
import { rowExamples, totalsExamples } from './history-totals.fixtures.ts';
import { invoicePreviewExamples, invoicesExamples } from './invoices.fixtures.ts';
import { paymentsExamples, quoteExamples } from './payments.fixtures.ts';
import { ratesExamples } from './rates.fixtures.ts';
import { labelExamples } from './rented-numbers.fixtures.ts';
import { savedViewsExamples } from './saved-views.fixtures.ts';
import { securityExamples } from './security.fixtures.ts';
import { servicesExamples } from './services.fixtures.ts';
import { statementExamples } from './statement.fixtures.ts';
import { webhooksExamples } from './webhooks.fixtures.ts';

/** Examples of every endpoint, in the order of the contract: for its own tests and for the fake network of others'. */
export const endpointExamples: Required<EndpointExamples> = {
  ...accountExamples,
  ...servicesExamples,
  ...activityExamples,
  ...paymentsExamples,
  ...invoicesExamples,
  ...securityExamples,
  ...totalsExamples,
  ...rowExamples,
  ...quoteExamples,
  ...statementExamples,
  ...invoicePreviewExamples,
  ...exportsExamples,
  ...ratesExamples,
  ...labelExamples,
  ...savedViewsExamples,
  ...backgroundExportsExamples,
  ...webhooksExamples,
  ...exportSchedulesExamples,
};
