import { defineRemote } from '@portal/tooling/webpack/define-remote';

export default defineRemote(new URL('./area.json', import.meta.url));
