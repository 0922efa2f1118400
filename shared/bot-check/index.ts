export type { BotCheck } from './bot-check.ts';
export { startBotCheck } from './bot-check.ts';
export { BotCheckBadge } from './bot-check-badge.tsx';
export { type BotCheckOfForm, useBotCheck } from './use-bot-check.tsx';
