/** How long a remote's entry may take to arrive, in milliseconds. The runtime's own limit is 20 s. */
const timeout = 5_000;

/** Federation runtime plugin: entries are fetched in the mode of their preload, and a hanging one fails in time. */
// biome-ignore lint/style/noDefaultExport: the federation runtime calls a plugin's default export.
export default function scriptLimits() {
  return {
    name: 'script-limits',
    createScript({ url }: { url: string }) {
      const script = document.createElement('script');
      script.src = url;
      if (new URL(url, location.href).origin !== location.origin) script.crossOrigin = 'anonymous';
      return { script, timeout };
    },
  };
}
