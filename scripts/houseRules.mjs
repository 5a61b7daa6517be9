// Rules of the house that no linter brings along (oxlint.config.mjs switches them on).

/** Private members are known to the type checker alone: `private x`. */
const privateMembers = {
  create: (context) => ({
    PrivateIdentifier: (node) =>
      context.report({ node, message: 'Private members are written `private x`.' }),
  }),
};

/** Published systems are known to their own folders only; the option is what their names have in them, as a pattern. */
const paperNames = {
  meta: { schema: [{ type: 'string' }] },
  create(context) {
    const papers = new RegExp(context.options[0], 'i');
    return {
      Identifier(node) {
        if (papers.test(node.name))
          context.report({ node, message: 'Names of papers stay in their folder below src/predictors.' });
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: { 'private-members': privateMembers, 'paper-names': paperNames },
};
