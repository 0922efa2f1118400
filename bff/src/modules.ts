import type { FastifyInstance } from 'fastify';
import { storeClocksJob } from './accounts/time-zones.ts';
import type { AppContext } from './app/context.ts';
import { lowBalanceAlertsJob } from './modules/balances/low-balance-alerts.job.ts';
import { servicesRoutes } from './modules/balances/services.routes.ts';
import { botCheckRoutes } from './modules/bot-check/bot-check.ts';
import { cryptoJobs } from './modules/crypto/crypto.job.ts';
import { cryptoPaymentsRoutes } from './modules/crypto/crypto-payments.routes.ts';
import { cryptoWebhookRoutes } from './modules/crypto/crypto-webhook.routes.ts';
import { devCryptoRoutes } from './modules/crypto/dev-crypto.routes.ts';
import { releaseTelemetryRoutes } from './modules/delivery/release-telemetry.routes.ts';
import { deliveryReportsRoutes } from './modules/delivery-reports/delivery-reports.routes.ts';
import { expireMessagesJob } from './modules/delivery-reports/expire-messages.job.ts';
import { backgroundExportsRoutes } from './modules/exports/background/background-exports.routes.ts';
import { exportSchedulesJob } from './modules/exports/background/export-schedules.job.ts';
import { exportSchedulesRoutes } from './modules/exports/background/export-schedules.routes.ts';
import { exportUpkeepJob } from './modules/exports/background/export-upkeep.job.ts';
import { runExportsJob } from './modules/exports/background/run-exports.job.ts';
import { exportsRoutes } from './modules/exports/exports.routes.ts';
import { closeMonthsJob } from './modules/monthly-vat-invoices/close-months.ts';
import { monthlyVatInvoicesRoutes } from './modules/monthly-vat-invoices/monthly-vat-invoices.routes.ts';
import { renewNumbersJob } from './modules/number-rents/renew-numbers.ts';
import { paymentDocumentsRoutes } from './modules/payments/payment-documents.ts';
import { expirePaymentsJob } from './modules/payments/payment-states.ts';
import { paymentsRoutes } from './modules/payments/payments.routes.ts';
import { futureStampsJob } from './modules/platform/future-stamps.job.ts';
import { housekeepingJob } from './modules/platform/housekeeping.job.ts';
import { devMailRoutes, legalRoutes, platformRoutes } from './modules/platform/platform.routes.ts';
import { resealJob } from './modules/platform/reseal.job.ts';
import { profileRoutes } from './modules/profile/profile.routes.ts';
import { sessionsRoutes } from './modules/profile/sessions.routes.ts';
import { rateCheckRoutes } from './modules/rate-check/rate-check.routes.ts';
import { savedViewsRoutes } from './modules/saved-views/saved-views.routes.ts';
import { rentedNumbersRoutes } from './modules/services/rented-numbers.routes.ts';
import { serviceCountriesRoutes } from './modules/services/service-countries.routes.ts';
import { statementRoutes } from './modules/statement/statement.routes.ts';
import { supportRoutes } from './modules/support/support.routes.ts';
import { taxRegisterJobs } from './modules/tax-register/tax-check.job.ts';
import { messagingReportRoutes } from './modules/traffic/messaging-report.routes.ts';
import { retentionJob } from './modules/traffic/retention.job.ts';
import { trafficRoutes } from './modules/traffic/traffic.routes.ts';
import { twoFactorRoutes } from './modules/two-factor/two-factor.routes.ts';
import { twoFactorEnabledJob } from './modules/two-factor/two-factor-enabled.job.ts';
import { usersJobs, usersRoutes } from './modules/users/users.routes.ts';
import { deliverWebhooksJob } from './modules/webhooks/deliver-webhooks.ts';
import { webhooksRoutes } from './modules/webhooks/webhooks.routes.ts';
import { clockGuard } from './queue/clock-guard.ts';
import type { AnyJob } from './queue/queue.ts';

/** Every module's routes, in the order of the contract. */
export const modules: readonly ((app: FastifyInstance, context: AppContext) => Promise<void>)[] = [
  platformRoutes,
  legalRoutes,
  devMailRoutes,
  devCryptoRoutes,
  releaseTelemetryRoutes,
  botCheckRoutes,
  usersRoutes,
  profileRoutes,
  twoFactorRoutes,
  sessionsRoutes,
  supportRoutes,
  servicesRoutes,
  trafficRoutes,
  rentedNumbersRoutes,
  serviceCountriesRoutes,
  messagingReportRoutes,
  deliveryReportsRoutes,
  paymentsRoutes,
  paymentDocumentsRoutes,
  cryptoPaymentsRoutes,
  cryptoWebhookRoutes,
  monthlyVatInvoicesRoutes,
  statementRoutes,
  exportsRoutes,
  rateCheckRoutes,
  savedViewsRoutes,
  backgroundExportsRoutes,
  webhooksRoutes,
  exportSchedulesRoutes,
];

/** Every module's background jobs. */
export const jobs: readonly ((context: AppContext) => readonly AnyJob[])[] = [
  usersJobs,
  taxRegisterJobs,
  cryptoJobs,
  (context) => [
    deliverWebhooksJob(context),
    futureStampsJob(context),
    resealJob(context),
    runExportsJob(context),
    storeClocksJob(context),
    twoFactorEnabledJob(context),
    ...[
      closeMonthsJob(context),
      expireMessagesJob(context),
      expirePaymentsJob(context),
      exportSchedulesJob(context),
      exportUpkeepJob(context),
      housekeepingJob(context),
      lowBalanceAlertsJob(context),
      renewNumbersJob(context),
      retentionJob(context),
    ].map(clockGuard(context)),
  ],
];
