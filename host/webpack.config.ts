import { defineHost } from '@portal/tooling/webpack/define-host';

export default defineHost(new URL('./package.json', import.meta.url));
