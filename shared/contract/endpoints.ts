import { endOtherSessions, endSession, listSessions, logout, verifyAccess } from './access.ts';
import { acceptDpu } from './agreement.ts';
import { discardToken, promoteToken, revealToken, rotateToken } from './api-tokens.ts';
import {
  cancelExport,
  createExport,
  deleteExport,
  downloadExport,
  listExports,
  redeemExportLink,
} from './background-exports.ts';
import { getBotCheckChallenge } from './bot-check.ts';
import { getCallTotals, getCdr, listCdrs } from './cdr.ts';
import { createExportSchedule, deleteExportSchedule, listExportSchedules } from './export-schedules.ts';
import { exportCalls, exportMessages } from './exports.ts';
import { login } from './login.ts';
import { getMessage, getMessageTotals } from './messages.ts';
import { getMessagingReport } from './messaging-report.ts';
import { getMonthlyVatInvoice } from './monthly-vat-invoice-detail.ts';
import { previewMonthlyVatInvoice } from './monthly-vat-invoice-preview.ts';
import { downloadMonthlyVatInvoices, listMonthlyVatInvoices } from './monthly-vat-invoices.ts';
import { changePassword, exchangeToken, restorePassword } from './password-change.ts';
import { cancelPayment, getPaymentDocument, listPayments } from './payments.ts';
import { getProfile, updateProfile } from './profile.ts';
import { exportRates, listCallRates, listMessageRates } from './rates.ts';
import { confirm, register } from './registration.ts';
import { listRentedNumbers, updateNumberLabel } from './rented-numbers.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateHistoryColumns,
  updateSavedView,
} from './saved-views.ts';
import { listServiceCountries } from './service-countries.ts';
import { createService, getBalance, listServices, updateService } from './services.ts';
import { getStatement } from './statement.ts';
import { getStats } from './stats.ts';
import { createTicket } from './support.ts';
import { setThreshold } from './threshold.ts';
import { createCryptoPayment, createInvoicePayment, getPayment } from './top-up.ts';
import { quoteTopUp } from './top-up-quote.ts';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  loginOtp,
  renewRecoveryCodes,
} from './two-factor.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
} from './webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts';

/**
 * Every endpoint by its operation id, for the BFF, the OpenAPI document and the tests: the 26 of the specification in its
 * order, then the optional ones, which `features` of the profile announces. A page imports the one endpoint that it requests.
 */
export const endpoints = {
  login,
  register,
  confirm,
  acceptDpu,
  restorePassword,
  changePassword,
  verifyAccess,
  logout,
  getProfile,
  updateProfile,
  createTicket,
  listServices,
  createService,
  updateService,
  getBalance,
  getStats,
  listCdrs,
  listRentedNumbers,
  listServiceCountries,
  getMessagingReport,
  createInvoicePayment,
  createCryptoPayment,
  listPayments,
  setThreshold,
  listMonthlyVatInvoices,
  getMonthlyVatInvoice,
  downloadMonthlyVatInvoices,
  exchangeToken,
  loginOtp,
  getTwoFactor,
  beginTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  listSessions,
  endSession,
  endOtherSessions,
  revealToken,
  rotateToken,
  promoteToken,
  discardToken,
  getBotCheckChallenge,
  getCallTotals,
  getMessageTotals,
  getCdr,
  getMessage,
  quoteTopUp,
  cancelPayment,
  getPayment,
  getPaymentDocument,
  getStatement,
  previewMonthlyVatInvoice,
  exportCalls,
  exportMessages,
  listCallRates,
  listMessageRates,
  exportRates,
  updateNumberLabel,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  updateHistoryColumns,
  listExports,
  createExport,
  cancelExport,
  deleteExport,
  downloadExport,
  redeemExportLink,
  listWebhooks,
  createWebhook,
  updateWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  listExportSchedules,
  createExportSchedule,
  deleteExportSchedule,
} as const;
export type EndpointId = keyof typeof endpoints;
