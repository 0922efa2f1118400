import { accountExamples } from './account.fixtures.ts';
import { activityExamples } from './activity.fixtures.ts';
import type { EndpointExamples } from './endpoint.fixtures.ts';
import { exportsExamples } from './exports.fixtures.ts';
import { rowExamples, totalsExamples } from './history-totals.fixtures.ts';
import { invoicePreviewExamples, invoicesExamples } from './invoices.fixtures.ts';
import { paymentsExamples, quoteExamples } from './payments.fixtures.ts';
import { securityExamples } from './security.fixtures.ts';
import { servicesExamples } from './services.fixtures.ts';
import { statementExamples } from './statement.fixtures.ts';

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
};
