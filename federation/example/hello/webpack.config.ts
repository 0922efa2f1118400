import { defineRemote } from '@portal/federation-build/webpack/define-remote';

export default defineRemote(new URL('./area.json', import.meta.url));
