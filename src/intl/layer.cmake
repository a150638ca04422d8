# ICU knows the locales; its headers stay inside the .cc files of this layer.
if(HALFWORD_INTL)
  target_include_directories(halfword_${layer} SYSTEM PRIVATE ${ICU_INCLUDE_DIRS})
endif()
