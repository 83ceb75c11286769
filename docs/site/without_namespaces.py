# SPDX-License-Identifier: Apache-2.0
"""Makes Breathe show what a header's namespaces hold, without declaring the namespace on each page again."""

from breathe.renderer.sphinxrenderer import SphinxRenderer, WithContext


def _contents(renderer, node):
    namespace = renderer.compound_parser.parse(node.refid)
    namespace.compounddef.briefdescription = namespace.compounddef.detaileddescription = None
    context = renderer.context.create_child_context(namespace)
    with WithContext(renderer, context.create_child_context(namespace.compounddef)):
        return renderer.render(namespace, context)


def install():
    SphinxRenderer.visit_namespace = _contents
