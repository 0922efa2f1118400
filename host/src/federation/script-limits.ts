import { secureElement } from './integrity.ts';
import { entryLimit } from './within-limit.ts';

/** Federation runtime plugin: entries have to match their hash, and a hanging one fails in time (the runtime's own limit is 20 s). */
// biome-ignore lint/style/noDefaultExport: the federation runtime calls a plugin's default export.
export default function scriptLimits() {
  return {
    name: 'script-limits',
    createScript({ url }: { url: string }) {
      const script = document.createElement('script');
      script.src = url;
      secureElement(script);
      return { script, timeout: entryLimit };
    },
  };
}
