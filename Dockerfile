# AWM Studio for a Hugging Face Space (sdk: docker, app_port 8000) or any container host.
FROM node:24-bookworm-slim

RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 python3-venv git ca-certificates libseccomp2 \
 && rm -rf /var/lib/apt/lists/*

# Spaces run containers as user 1000, which this image calls node.
USER node
WORKDIR /home/node/studio

# Set-up that changes seldom comes first, so that an edit of the code reuses it.
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node bin ./bin
COPY --chown=node:node runtime/requirements.lock ./runtime/requirements.lock
RUN bash -c 'set -e; . bin/setup.sh; setup_node; setup_packages; setup_python runtime/requirements.lock'

COPY --chown=node:node . .
RUN bash -c 'set -e; . bin/setup.sh; setup_node; setup_build'

ENV AWM_STUDIO_HOST=0.0.0.0 AWM_STUDIO_HOME=/home/node/data
EXPOSE 8000
CMD ["bin/studio"]
