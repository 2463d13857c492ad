import { omitUndefined } from "@postern/core";
import type { Voice } from "../schemas.ts";

/** The path and body of a text-to-speech request, with the field names of the service. */
export function requestFor(voice: Voice, text: string): { path: string; body: object } {
  const { voiceId = "", modelId, lang, outputFormat, voiceSettings, voiceprovider: more = {} } = voice;
  const { optimizeStreamingLatency: latency, enableLogging: logging } = more;
  const query = new URLSearchParams({
    output_format: outputFormat,
    ...(latency !== undefined && { optimize_streaming_latency: String(latency) }),
    ...(logging !== undefined && { enable_logging: String(logging) }),
  });
  return {
    path: `/v1/text-to-speech/${encodeURIComponent(voiceId)}?${query}`,
    body: omitUndefined({
      text,
      model_id: modelId,
      language_code: lang,
      voice_settings:
        voiceSettings &&
        omitUndefined({
          stability: voiceSettings.stability,
          similarity_boost: voiceSettings.similarityBoost,
          style: voiceSettings.style,
          speed: voiceSettings.speed,
          use_speaker_boost: voiceSettings.useSpeakerBoost,
        }),
      pronunciation_dictionary_locators: more.pronunciationDictionaryLocators?.map(locatorOf),
      seed: more.seed,
      previous_text: more.previousText,
      next_text: more.nextText,
      previous_request_ids: more.previousRequestIds,
      next_request_ids: more.nextRequestIds,
      use_pvc_as_ivc: more.usePvcAsIvc,
      apply_text_normalization: more.applyTextNormalization,
      apply_language_text_normalization: more.applyLanguageTextNormalization,
    }),
  };
}

function locatorOf(text: string) {
  const [id, version] = text.split(":");
  return omitUndefined({ pronunciation_dictionary_id: id, version_id: version });
}
