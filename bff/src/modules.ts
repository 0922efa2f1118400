import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import { accountsRoutes } from './modules/accounts/accounts.routes.ts';
import { botCheckRoutes } from './modules/bot-check/bot-check.routes.ts';
import { cdrRoutes } from './modules/cdr/cdr.routes.ts';
import { legalRoutes } from './modules/legal/legal.routes.ts';
import { messagingReportRoutes } from './modules/messaging-report/messaging-report.routes.ts';
import { monthlyVatInvoicesRoutes } from './modules/monthly-vat-invoices/monthly-vat-invoices.routes.ts';
import { openapiRoutes } from './modules/openapi/openapi.routes.ts';
import { opsRoutes } from './modules/ops/ops.routes.ts';
import { paymentsRoutes } from './modules/payments/payments.routes.ts';
import { devMailRoutes } from './modules/platform/dev-mail.routes.ts';
import { housekeepingJob } from './modules/platform/housekeeping.job.ts';
import { platformRoutes } from './modules/platform/platform.routes.ts';
import { releaseReportsRoutes } from './modules/release-reports/release-reports.routes.ts';
import { rentedNumbersRoutes } from './modules/rented-numbers/rented-numbers.routes.ts';
import { serviceCountriesRoutes } from './modules/service-countries/service-countries.routes.ts';
import { servicesRoutes } from './modules/services/services.routes.ts';
import { sessionsRoutes } from './modules/sessions/sessions.routes.ts';
import { statsRoutes } from './modules/stats/stats.routes.ts';
import { supportRoutes } from './modules/support/support.routes.ts';
import { taxRegisterJobs } from './modules/tax-register/tax-check.job.ts';
import { lowBalanceAlertsJob } from './modules/threshold/low-balance-alerts.job.ts';
import { thresholdRoutes } from './modules/threshold/threshold.routes.ts';
import { twoFactorRoutes } from './modules/two-factor/two-factor.routes.ts';
import { usersJobs } from './modules/users/users.jobs.ts';
import { usersRoutes } from './modules/users/users.routes.ts';
import type { AnyJob } from './queue/queue.ts';

/** Every module's routes, in the order of the contract. */
export const modules: readonly ((app: FastifyInstance, context: AppContext) => Promise<void>)[] = [
  platformRoutes,
  openapiRoutes,
  legalRoutes,
  devMailRoutes,
  releaseReportsRoutes,
  opsRoutes,
  botCheckRoutes,
  usersRoutes,
  accountsRoutes,
  twoFactorRoutes,
  sessionsRoutes,
  supportRoutes,
  servicesRoutes,
  statsRoutes,
  cdrRoutes,
  rentedNumbersRoutes,
  serviceCountriesRoutes,
  messagingReportRoutes,
  paymentsRoutes,
  thresholdRoutes,
  monthlyVatInvoicesRoutes,
];

/** Every module's background work. */
export const jobs: readonly ((context: AppContext) => readonly AnyJob[])[] = [
  usersJobs,
  taxRegisterJobs,
  (context) => [housekeepingJob(context), lowBalanceAlertsJob(context)],
];
