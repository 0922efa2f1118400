import type { AtRule, ChildNode, Plugin } from 'postcss';

/**
 * PostCSS plugin that puts a package's style sheets into its cascade layer, so that the order in which remotes load
 * never decides how the portal looks. A sheet that already names a layer is left as it is.
 */
export function layerStyles(layer: string, folder: string): Plugin {
  return {
    postcssPlugin: 'portal-layer-styles',
    Once(root, { AtRule: NewAtRule, result }) {
      const file = result.opts.from ?? '';
      if (!file.startsWith(folder) || root.some(isLayer)) return;
      const wrapper = new NewAtRule({
        name: 'layer',
        params: layer,
        nodes: root.nodes.map((node) => node.clone()),
      });
      root.removeAll();
      root.append(wrapper);
    },
  };
}

function isLayer(node: ChildNode): node is AtRule {
  return node.type === 'atrule' && node.name === 'layer';
}
