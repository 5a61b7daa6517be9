/**
 * The toolkit probes `:focus-visible` with a style element while it is loaded, and takes the nonce for
 * it from this meta element. Must be imported before the toolkit.
 */
const nonce = document.currentScript?.nonce;
if (nonce) {
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.content = nonce;
  document.head.append(meta);
}
