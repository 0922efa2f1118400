import { defineHost } from '@portal/federation-build/webpack/define-host';

export default defineHost(new URL('./package.json', import.meta.url));
